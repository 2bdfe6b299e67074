"""How texts in each notation are recognized, read and written; `huarong.notation` is their page."""
