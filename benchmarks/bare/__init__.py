"""The least a Django REST view can do and still be safe: lock one row, insert another."""
