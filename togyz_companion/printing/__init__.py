"""Games on paper and as pictures: scoresheets, diagrams, films and replays."""
