"""Pictures: plain shapes that games combine, and the one place that draws them."""
