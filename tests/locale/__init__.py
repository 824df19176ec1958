"""What writes the catalogues of translations, and checks them."""
