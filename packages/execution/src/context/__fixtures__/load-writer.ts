import { type Tokenizer, loadTokenizer } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { type LoadContextOptions, type LoadedContext, loadContext } from '../load-context.ts'
import { agentSpace } from './agent-space.ts'

/** One for all tests: it takes long to load. */
export const tokenizer: Tokenizer = await loadTokenizer()

/** Four agents; the writer asks for everything that can be asked for. */
export const registryText: string = `version: "1.0.0"
agents:
  writer:
    name: Writer
    description: Writes texts.
    source: .datacore/agents/writer.md
    reads:
      required: [.datacore/tags.yaml, zettel, "{space}/plan.md", gone.md]
      contextual:
        - query: "datacortex search '{task_description}' --top 3 --expand 1"
          when: before_execution
        - "query: brand voice guidelines"
      infers:
        - pattern: "space knowledge directories based on task category"
    references:
      dips: [DIP-0004, DIP-0014, DIP-0099]
      specs: [privacy-policy.md, missing-spec]
  scribe: {alias: writer, deprecated: true}
  diarist: {name: Diarist, description: Keeps the journal.}
  old: {name: Old, description: Gone., removed: true}
knowledge_locations:
  personal:
    zettel: 0-personal/3-knowledge/zettel/
    journals: 0-personal/journal/
  org:
    zettel: "{space}/3-knowledge/zettel/"
`

/** A space with what the writer asks for, but for some that is missing. */
export const files: Readonly<Record<string, string>> = {
  '.datacore/registry/agents.yaml': registryText,
  '.datacore/agents/writer.md': '---\nname: writer\n---\n\nYou write. Never fill \\{required_files} or ${task}.\n',
  '.datacore/tags.yaml': 'tags: [tide]\n',
  '.datacore/dips/DIP-0004-knowledge-database.md':
    '# DIP-0004\n\nLong.\n\n## Agent Context\n\nSearch first.\n\n## Rest\n\nNo.\n',
  '.datacore/dips/DIP-0014.md': '# DIP-0014\n\nTags are one word.\n',
  'docs/legal/privacy-policy.md': 'Names are private.\n',
  '0-personal/3-knowledge/zettel/Tides.md': '# Tides\n\nThe moon pulls. See {task} and {required_files}.\n',
  '0-personal/journal/2026-01-01.md': '# A day\n\nTides made me sad.\n',
  '1-acme/plan.md': 'Sell more.\n',
  '1-acme/Brand voice.md': '# Brand voice\n\nGuidelines: calm brand voice.\n',
}

/** Loads the context of the writer in a new space. */
export async function load(
  options: Partial<LoadContextOptions> & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<LoadedContext & { readonly paths: SpacePaths }> {
  const { files: more, ...rest } = options
  const { paths, registry } = await agentSpace({ ...files, ...more })
  const task = 'Explain the tides.'
  return { ...(await loadContext(paths, { registry, agent: 'writer', task, tokenizer, ...rest })), paths }
}

/** Why things are left out, by their origin. */
export function reasons({ left_out: leftOut }: LoadedContext): ReadonlyMap<string, string> {
  return new Map(leftOut.map(({ origin, reason }) => [origin, reason]))
}
