import { infoFinding } from '@datacortex/errors'
import type { Catalogue } from '@datacortex/modules'
import { ownAgents } from '../agents/primers.ts'
import type { Work } from '../work.ts'

/** Shorter paragraphs are turns of phrase. */
const leastParagraph = 60
/** Of shared text in characters, and of the shortest of the prompts that share it, from which a component is worth it. */
const [leastShared, leastShare] = [200, 0.3]
const mostFindings = 5
/** Who shares what is looked at for this many paragraphs. */
const mostGroups = 500

/** Prompts that share long parts, with what a component of them would be; those that share most text first. */
export async function sharedPrompts({ paths, signal }: Pick<Work, 'paths' | 'signal'>, { registry }: Catalogue) {
  const { readAgentBody } = await import('@datacortex/importers')
  const prompts = new Map<string, string>()
  const texts = new Set<string>()
  for (const { id, entry } of ownAgents([...registry.agents.values()])) {
    signal.throwIfAborted()
    const body = await readAgentBody(paths, entry)
    // Copies of one prompt are one agent under several names.
    if (!('text' in body) || texts.has(body.text)) continue
    texts.add(body.text)
    prompts.set(id, body.text)
  }
  const holders = new Map<string, Set<string>>()
  for (const [id, text] of prompts)
    for (const part of text.split(/\n\s*\n/).map((one) => one.replaceAll(/\s+/g, ' ').trim()))
      if (part.length >= leastParagraph) holders.set(part, (holders.get(part) ?? new Set()).add(id))
  const several = [...holders].filter(([, ids]) => ids.size > 1)
  const groups = new Map(several.slice(0, mostGroups).map(([, ids]) => [[...ids].join('\n'), ids]))
  const shared = [...groups.values()].map((group) => {
    const ids = [...group]
    const parts = several.filter(([, all]) => group.isSubsetOf(all))
    const characters = parts.reduce((sum, [text]) => sum + text.length, 0)
    const shortest = Math.min(...ids.map((id) => prompts.get(id)?.length ?? Infinity))
    return { ids, parts, characters, share: characters / shortest }
  })
  return shared
    .filter(({ characters, share }) => characters >= leastShared && share >= leastShare)
    .toSorted((a, b) => b.characters * b.ids.length - a.characters * a.ids.length)
    .slice(0, mostFindings)
    .map(({ ids, parts, characters, share }) =>
      infoFinding('PROMPTS_SHARE_TEXT', ids[0] ?? '', {
        message: `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''} share ${characters} characters of their prompts (up to ${Math.min(100, Math.round(share * 100))} %), from ${JSON.stringify(parts[0]?.[0].slice(0, 60))} on`,
        hint: `A component can hold them: \`components: { NAME: { description: …, source: parts/NAME.md } }\` in agents.yaml, NAME in \`components\` of these agents, and the text out of their prompts.`,
      }),
    )
}
