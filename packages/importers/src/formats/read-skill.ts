import { infoFinding } from '@datacortex/errors'
import { basename, dirname } from 'node:path/posix'
import { semanticVersion } from './describe-agent.ts'
import { isRecord } from '@datacortex/platform'
import { textOf } from './field-values.ts'
import type { FileReading } from './file-reading.ts'
import { readMarkdownAgent } from './markdown-agent.ts'

/** Reads an Agent Skill: a `SKILL.md` with `name` and `description`. */
export function readSkill(text: string, path: string): FileReading {
  const reading = readMarkdownAgent(text, { path, format: 'skill' })
  const [agent] = reading.agents
  if (agent === undefined) return reading
  const folder = basename(dirname(path))
  const version = agent.entry.version ?? versionInMetadata(agent.entry['x-skill'])
  const differs = folder !== '.' && folder !== '' && folder !== agent.entry.name
  return {
    ...reading,
    agents: [{ ...agent, entry: version === undefined ? agent.entry : { ...agent.entry, version } }],
    findings: differs
      ? [
          ...reading.findings,
          infoFinding('IMPORT_SKILL_NAME_DIFFERS', path, {
            message: `The skill is named ${JSON.stringify(agent.entry.name)} in a folder named ${JSON.stringify(folder)}; clients expect the same name.`,
            hint: 'Rename the folder or the skill.',
          }),
        ]
      : reading.findings,
  }
}

function versionInMetadata(unknownFields: unknown): string | undefined {
  const metadata = isRecord(unknownFields) ? unknownFields['metadata'] : undefined
  return isRecord(metadata) ? semanticVersion(textOf(metadata['version'])) : undefined
}
