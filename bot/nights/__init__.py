"""Game nights: evenings at many tables, from the invitation to the standings."""
