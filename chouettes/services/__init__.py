"""What people do in a chouette night."""
