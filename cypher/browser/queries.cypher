// Saved queries for Neo4j Browser. First choose whose memory and what about:
// :param {namespace: 'default', name: 'Nora', other: 'Tom', fact: 'f1', subgoal: 'g1', since: '2024-01-01', until: '2024-12-31', day: '2024-06-01'}

// == What is known about somebody
MATCH (e:Entity {namespace: $namespace, name: $name})-[f:FACT]-(o:Entity)
RETURN e, f, o
LIMIT 60;

// == How two are connected
MATCH (a:Entity {namespace: $namespace, name: $name})
MATCH (b:Entity {namespace: $namespace, name: $other})
MATCH p = allShortestPaths((a)-[:FACT*..4]-(b))
RETURN p
LIMIT 25;

// == What changed in a time
MATCH (v:Version) WHERE v.namespace = $namespace AND v.recorded_from >= $since AND v.recorded_from < $until
MATCH (f:Fact)-[h:HAS_VERSION]->(v)
OPTIONAL MATCH (f)-[r:SUBJECT|OBJECT]->(e:Entity)
RETURN f, h, v, r, e
LIMIT 40;

// == Retired facts and what retired them
MATCH (f:Fact {namespace: $namespace})-[x:ENDED_BY]->(by:Fact)
OPTIONAL MATCH (f)-[r:SUBJECT|OBJECT]->(e:Entity)
RETURN f, x, by, r, e
LIMIT 60;

// == A subgoal and its episodes
MATCH (g:Subgoal {namespace: $namespace, id: $subgoal})
OPTIONAL MATCH (g)-[up:PART_OF]-(other:Subgoal)
OPTIONAL MATCH (p:Episode)-[i:IN]->(g)
OPTIONAL MATCH (f:Fact)-[s:SUPPORTED_BY]->(p)
RETURN g, up, other, i, p, s, f
LIMIT 60;

// == Where a fact comes from
MATCH (f:Fact {namespace: $namespace, id: $fact})-[s:SUPPORTED_BY]->(p:Episode)
OPTIONAL MATCH (f)-[r:SUBJECT|OBJECT|QUALIFIER]->(e:Entity)
OPTIONAL MATCH (before:Episode)-[n:NEXT]->(p)
RETURN f, s, p, r, e, n, before;

// == The graph as it was on a day
MATCH (a:Entity {namespace: $namespace})-[f:FACT]->(b:Entity)
WHERE (f.from IS NULL OR f.from <= $day) AND (f.to IS NULL OR f.to > $day)
RETURN a, f, b
LIMIT 100;
