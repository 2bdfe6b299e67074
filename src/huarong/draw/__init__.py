"""Pictures of layouts: SVG and the terminal."""
