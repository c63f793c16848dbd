import { parseRegistry } from './parse-registry.ts'

/** Lists in lists without end. */
export function nestedLists(size: number): () => unknown {
  const text = `agents: ${'['.repeat(size)}\n`
  return () => {
    try {
      return parseRegistry(text, { file: 'agents.yaml' })
    } catch (error) {
      return error
    }
  }
}
