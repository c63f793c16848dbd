import { basename } from 'node:path/posix'
import { isRecord } from '@datacortex/platform'
import { textOf } from './field-values.ts'
import type { FileReading } from './file-reading.ts'
import { skippedReading } from './file-reading.ts'
import type { MarkdownDialect } from './markdown-agent.ts'
import { readMarkdownAgent } from './markdown-agent.ts'
import { agentIds } from './spawned-agents.ts'

/**
 * Reads an agent of opencode: Markdown with a `description` in `.opencode/agents`, named after its file.
 *
 * @param text - The whole file.
 * @param path - For reports, and for the name if the front matter has none.
 * @see https://opencode.ai/docs/agents
 */
export function readOpencodeAgent(text: string, path: string): FileReading {
  const reading = readMarkdownAgent(text, { path, dialect })
  const runtime = reading.agents[0]?.entry.runtime
  const isOff = isRecord(runtime) && (runtime['disable'] === true || runtime['disabled'] === true)
  return isOff ? skippedReading({ path, line: 1, reason: 'its front matter switches it off' }) : reading
}

const dialect: MarkdownDialect = {
  format: 'opencode',
  runtime: new Set([
    'mode',
    'model',
    'variant',
    'prompt',
    'temperature',
    'top_p',
    'steps',
    'maxSteps',
    'tools',
    'permission',
    'disable',
    'disabled',
    'hidden',
    'color',
  ]),
  spawns: ({ permission }) => agentIds(isRecord(permission) ? tasksOf(permission['task']) : []),
  nameFromPath: (path) => textOf(basename(path).replace(/\.md$/i, '')),
}

/** A pattern such as `review-*` is no name. */
function tasksOf(task: unknown): readonly string[] {
  if (!isRecord(task)) return []
  return Object.keys(task).filter((name) => task[name] !== 'deny' && !/[*?]/.test(name))
}
