import type { DirectoryReport, PublishedResult } from '@datacortex/directory'
import type { Finding } from '@datacortex/errors'
import { z } from 'zod'
import { findWanted } from '../agents/find-agents.ts'
import { operation } from '../operation.ts'
import { name, top as topSchema } from '../schema.ts'
import { type Clue, projectContext } from './project-context.ts'

/** An agent that would help, and each clue that it fits, in a sentence. */
export type Recommended = Pick<PublishedResult, 'id' | 'name' | 'description' | 'score' | 'origin' | 'imported_as'> & {
  readonly why: readonly string[]
}

/**
 * Recommends agents, here or published elsewhere, by open tasks, recent notes, and the languages and tools of the project.
 * Notes are compared here: directories are asked for what they list, and told nothing of them.
 */
export const recommendAgents = operation({
  input: z.strictObject({
    space: name.optional().describe('Only notes and tasks of this folder, such as 1-acme.'),
    directories: z.array(name).max(20).optional().describe('Also agents that are published elsewhere: names, or all.'),
    top: topSchema,
  }),
  output: z.looseObject({ recommended: z.array(z.looseObject({ id: z.string(), why: z.array(z.string()) })) }),
  run: async (work, { space, directories, top = 5 }) => {
    const clues = await projectContext(work, space)
    const found = new Map<string, { readonly agent: PublishedResult; readonly why: string[]; sum: number }>()
    let reports: readonly DirectoryReport[] = []
    const findings = new Map<string, Finding>()
    for (const clue of clues) {
      work.signal.throwIfAborted()
      const answer = await findWanted(work, { task: clue.text, top: 3, directories, isPrivate: true })
      if ('directories' in answer) reports = answer.directories
      for (const finding of answer.findings) findings.set(`${finding.code} ${finding.subject}`, finding)
      for (const one of answer.results) {
        const agent: PublishedResult = { origin: { directory: 'local' }, ...one }
        const known = found.get(agent.id) ?? { agent, why: [], sum: 0 }
        known.sum += agent.score
        if (known.why.length < mostReasons) known.why.push(reason(clue, agent))
        found.set(agent.id, known)
      }
    }
    const best = [...found.values()].toSorted((a, b) => b.sum - a.sum).slice(0, top)
    return {
      recommended: best.map(({ agent, why }): Recommended => {
        const { id, name: called, description, score, origin, imported_as: imported } = agent
        return { id, name: called, description, score, origin, why, imported_as: imported }
      }),
      /** What was looked at. */
      clues,
      directories: reports,
      findings: [...findings.values()],
    }
  },
})

const mostReasons = 5

function reason({ kind, path, text }: Clue, { matched, matched_kind: by }: PublishedResult): string {
  const what = { task: 'The open task', note: 'The recent note', project: 'The project' }[kind]
  return `${what} ${JSON.stringify(text)} (${path}) fits its ${by} ${JSON.stringify(matched.slice(0, 160))}.`
}
