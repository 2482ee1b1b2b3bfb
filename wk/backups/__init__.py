"""Backups: whole copies of wk in one file each, made while it runs, checked and brought back."""
