"""What is made from the code for people who read? Pages, samples and pictures; not shipped."""
