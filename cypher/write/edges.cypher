// What is drawn between rows.
CALL { UNWIND $p.ends AS row MATCH (f:Fact {namespace: $namespace, id: row.fact}) MATCH (a:Entity {namespace: $namespace, id: row.subject}) CREATE (f)-[:SUBJECT]->(a) }
CALL { UNWIND $p.drawn AS row MATCH (f:Fact {namespace: $namespace, id: row.fact}) MATCH (a:Entity {namespace: $namespace, id: row.subject}) MATCH (b:Entity {namespace: $namespace, id: row.object}) CREATE (f)-[:SUBJECT]->(a), (f)-[:OBJECT]->(b), (a)-[r:FACT {namespace: $namespace, id: row.fact}]->(b) SET r += row.shown }
CALL { UNWIND $p.object AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[:OBJECT]->(b) }
CALL { UNWIND $p.qualifier AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[:QUALIFIER {role: row.role}]->(b) }
CALL { UNWIND $p.has_version AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Version {namespace: $namespace, id: row._target}) CREATE (a)-[:HAS_VERSION]->(b) }
CALL { UNWIND $p.supported_by AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Episode {namespace: $namespace, id: row._target}) CREATE (a)-[:SUPPORTED_BY {id: row.id, start: row.start, end: row.end}]->(b) }
CALL { UNWIND $p.ended_by AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Fact {namespace: $namespace, id: row._target}) CREATE (a)-[r:ENDED_BY {id: row.id, kind: row.kind}]->(b) SET r.at = row.at }
CALL { UNWIND $p.in AS row MATCH (a:Episode {namespace: $namespace, id: row._source}) MATCH (b:Subgoal {namespace: $namespace, id: row._target}) CREATE (a)-[:IN]->(b) }
CALL { UNWIND $p.part_of AS row MATCH (a:Subgoal {namespace: $namespace, id: row._source}) MATCH (b:Subgoal {namespace: $namespace, id: row._target}) CREATE (a)-[:PART_OF]->(b) }
CALL { UNWIND $p.next AS row MATCH (a:Episode {namespace: $namespace, id: row._source}) MATCH (b:Episode {namespace: $namespace, id: row._target}) CREATE (a)-[:NEXT]->(b) }
CALL { UNWIND $p.fact AS row MATCH (a:Entity {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[r:FACT {namespace: $namespace, id: row.id}]->(b) SET r += row.shown }
CALL { UNWIND $p.retired AS row MATCH (x:Fact {namespace: $namespace, id: row.id}) SET x:Retired }
CALL { UNWIND $p.unretired AS row MATCH (x:Fact {namespace: $namespace, id: row.id}) REMOVE x:Retired }
