"""The tests; they mirror the project's folders."""
