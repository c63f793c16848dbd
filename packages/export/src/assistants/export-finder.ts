import { basename, join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { type SpacePaths, inTurns, readTextFile, sha256, shellWord } from '@datacortex/platform'
import type { Exported } from '../publish/export-source.ts'
import { type WriteExportOptions, writeExport } from '../publish/write-export.ts'
import { keepOthers } from './keep-others.ts'
import { pluginName } from './plugin-files.ts'

export type ExportFinderOptions = WriteExportOptions & {
  /** Absolute path of a project or a home folder. */
  readonly out: string
  /** Whether a file that is there with another content is written anew. */
  readonly replace?: boolean | undefined
  /** What agents can do, in a few words each; the skill names as many as some thousand tokens hold. */
  readonly primers?: readonly { readonly agent: string; readonly text: string }[] | undefined
}

/**
 * Writes an Agent Skill that teaches an assistant program to ask a space for the agent that fits, in place of a list of all of them.
 * @throws `PLATFORM_FILE_UNWRITABLE`
 * @see https://agentskills.io/specification
 * @example await exportFinder(paths, { out: '/home/ada' })
 */
export async function exportFinder(paths: SpacePaths, options: ExportFinderOptions): Promise<Exported> {
  const { out, replace = false } = options
  const findings: Finding[] = []
  const subject = await finderName(out, paths.root)
  const skill = `${finderSkill(paths.root, subject)}${whoIsThere(options.primers ?? [])}`
  const text = { subject, path: finderPath(subject), text: skill }
  const files = keepOthers([text], { out, replace, tell: (finding) => void findings.push(finding) })
  return { ...(await writeExport(out, files, { ...options, ...paths })), findings }
}

const finderPath = (skill: string): string => `.claude/skills/${skill}/SKILL.md`

/** The skill that is this space's already, else the first name that no finder of another space has. */
async function finderName(out: string, root: string): Promise<string> {
  const named = `find-agent-${pluginName(basename(root)).slice(0, 40)}`
  const names = ['find-agent', named, `${named}-${sha256(root).slice(0, 8)}`]
  const owners = await inTurns(names, { atOnce: 3 }, async (skill) => {
    const read = await readTextFile(join(out, finderPath(skill)))
    return read.ok ? /^ *datacortex find "what is to be done" .*--root (.+)$/m.exec(read.text)?.[1] : undefined
  })
  const own = owners.indexOf(shellWord(root))
  return names[own === -1 ? owners.indexOf(undefined) : own] ?? 'find-agent'
}

const mostCharacters = 4000

function whoIsThere(primers: NonNullable<ExportFinderOptions['primers']>): string {
  if (primers.length === 0) return ''
  let left = mostCharacters
  const lines = primers.map(
    ({ agent, text }) => `- \`${agent}\`: ${text.length > 240 ? `${text.slice(0, 239).toWellFormed()}…` : text}`,
  )
  const shown = lines.filter((line) => (left -= line.length) >= 0)
  const more = lines.length - shown.length
  return `\n## Who is there\n\n${shown.join('\n')}\n${more === 0 ? '' : `\nAnd ${more} more, whom \`datacortex find\` knows.\n`}`
}

function finderSkill(root: string, skill: string): string {
  const among = skill === 'find-agent' ? '' : ` among those of ${skill.slice('find-agent-'.length)}`
  const space = `--root ${shellWord(root)}`
  return `---
name: ${skill}
description: Finds the agent${among} that fits a task, and what that agent should know for it. Use when a task may be one for a specialist, or when it is unclear who can do it.
---

# Find an agent

A datacortex space knows the agents. Ask it instead of guessing a name.

1. Who can do it? Say what is wanted, in the words of the one who wants it:

   \`\`\`sh
   datacortex find "what is to be done" --top 3 ${space}
   \`\`\`

   The best comes first, with a score from 0 to 1. Below 0.4 nobody fits: do the task without an agent.

2. What does that agent do, and what should it know? This prints its prompt with the files, notes and memories for the task.
   Follow it as that agent, or hand it to a subagent:

   \`\`\`sh
   datacortex agent context ID "the task" --prompt ${space}
   \`\`\`

3. What was learned that the next one should know? One or two sentences:

   \`\`\`sh
   datacortex remember "what was learned" ${space}
   \`\`\`
`
}
