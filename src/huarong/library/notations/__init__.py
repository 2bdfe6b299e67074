"""The notations, a file for each subject: how texts in it are recognised, read and written. `huarong.notation` is their
page.
"""
