"""How texts in each notation are recognised, read and written; `huarong.notation` is their page."""
