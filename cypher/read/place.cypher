// Where the namespace stands after the rows before it were read.
OPTIONAL MATCH (n:Namespace {name: $namespace})
RETURN rows, n.revision AS revision, n.epoch AS epoch
