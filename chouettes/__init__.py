"""Chouette nights of a club: who sat in, what was recorded, who owes whom."""
