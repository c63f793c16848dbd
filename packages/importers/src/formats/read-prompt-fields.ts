import { definedFields } from './field-values.ts'
import { readFrontMatter } from './front-matter.ts'
import { readMarkdownAgent } from './markdown-agent.ts'

/** What the front matter of a prompt says of its agent. */
export type PromptFields = Readonly<Record<string, unknown>>

/**
 * Reads what a prompt says of its agent: all that a Claude Code subagent can say, else name and description.
 *
 * @param path - For messages.
 * @example readPromptFields('---\nname: a\n---\nDo it.', 'agents/a.md') // { name: 'a' }
 */
export function readPromptFields(text: string, path: string): PromptFields {
  const [agent] = readMarkdownAgent(text, { path, format: 'claude' }).agents
  if (agent !== undefined) return agent.entry
  const frontMatter = readFrontMatter(text)
  if (frontMatter.kind !== 'fields') return {}
  const { name, description } = frontMatter.fields
  return definedFields({ name, description }) ?? {}
}
