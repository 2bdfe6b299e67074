"""The notations: how their texts are recognized, read and written. `huarong.notation` is the public side."""
