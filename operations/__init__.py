"""What whoever runs a server looks at: logs with request ids, metrics, the version."""
