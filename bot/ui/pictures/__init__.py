"""Pictures: plain shapes that games put together, and the one place that draws them."""
