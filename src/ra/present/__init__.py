"""How is it shown? Text for people, records for programs."""
