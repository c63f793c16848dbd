import { withoutProtocol } from './without-protocol.ts'

const parts = ['MCP ', '(MCP)', 'a ', 'This is a ', 'Model Context Protocol (', ' ', 'a-']

/** Beginnings of what is left out, in name, description and text. */
export function nonsense(size: number): () => unknown {
  const texts = parts.map((part) => part.repeat(size))
  return () => texts.map((text) => withoutProtocol({ name: text, description: text })(text))
}
