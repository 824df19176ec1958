"""7 Little Korpokkurs: gather seven of them, and get rid of the butterbur leaves."""
