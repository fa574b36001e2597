// What is drawn between rows.
CALL { UNWIND $subject AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[:SUBJECT]->(b) }
CALL { UNWIND $object AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[:OBJECT]->(b) }
CALL { UNWIND $qualifier AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[:QUALIFIER {role: row.role}]->(b) }
CALL { UNWIND $has_version AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Version {namespace: $namespace, id: row._target}) CREATE (a)-[:HAS_VERSION]->(b) }
CALL { UNWIND $supported_by AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Episode {namespace: $namespace, id: row._target}) CREATE (a)-[:SUPPORTED_BY {id: row.id, start: row.start, end: row.end}]->(b) }
CALL { UNWIND $ended_by AS row MATCH (a:Fact {namespace: $namespace, id: row._source}) MATCH (b:Fact {namespace: $namespace, id: row._target}) CREATE (a)-[r:ENDED_BY {id: row.id, kind: row.kind}]->(b) SET r.at = row.at }
CALL { UNWIND $in AS row MATCH (a:Episode {namespace: $namespace, id: row._source}) MATCH (b:Subgoal {namespace: $namespace, id: row._target}) CREATE (a)-[:IN]->(b) }
CALL { UNWIND $part_of AS row MATCH (a:Subgoal {namespace: $namespace, id: row._source}) MATCH (b:Subgoal {namespace: $namespace, id: row._target}) CREATE (a)-[:PART_OF]->(b) }
CALL { UNWIND $next AS row MATCH (a:Episode {namespace: $namespace, id: row._source}) MATCH (b:Episode {namespace: $namespace, id: row._target}) CREATE (a)-[:NEXT]->(b) }
CALL { UNWIND $fact AS row MATCH (a:Entity {namespace: $namespace, id: row._source}) MATCH (b:Entity {namespace: $namespace, id: row._target}) CREATE (a)-[r:FACT {namespace: $namespace, id: row.id}]->(b) SET r += row.shown }
