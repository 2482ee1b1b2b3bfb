"""The hall as it is before each button is pressed, by room."""
