// A way in of its own: the YAML parser takes longer to load than all the rest, and a warm `find` needs none.
export { formatYamlProblem, parseYaml, yamlReason } from './parse/parse-yaml.ts'
