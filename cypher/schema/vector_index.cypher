// Vector indexes over one namespace, made on demand. HASH stands for the namespace's word and LENGTH for the length of its
// vectors: names of indexes and properties cannot be parameters.
CREATE VECTOR INDEX kgmem_near_HASH_fact IF NOT EXISTS FOR (x:Fact) ON (x.near_HASH) OPTIONS {indexConfig: {`vector.dimensions`: LENGTH, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
CREATE VECTOR INDEX kgmem_past_HASH_fact IF NOT EXISTS FOR (x:Fact) ON (x.past_HASH) OPTIONS {indexConfig: {`vector.dimensions`: LENGTH, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
CREATE VECTOR INDEX kgmem_near_HASH_episode IF NOT EXISTS FOR (x:Episode) ON (x.near_HASH) OPTIONS {indexConfig: {`vector.dimensions`: LENGTH, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
CREATE VECTOR INDEX kgmem_near_HASH_entity IF NOT EXISTS FOR (x:Entity) ON (x.near_HASH) OPTIONS {indexConfig: {`vector.dimensions`: LENGTH, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}};
