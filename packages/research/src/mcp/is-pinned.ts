import { basename } from 'node:path'
import type { McpConfig } from '../sources/source-config.ts'

/**
 * Whether a command starts the same code each time, as far as its words tell: a launcher that downloads what it starts
 * must be given an exact version.
 *
 * @example isPinned({ command: 'npx', args: ['-y', 'perplexity-mcp'] }) // false
 */
export function isPinned({ command = '', args }: Pick<McpConfig, 'command' | 'args'>): boolean {
  const name = basename(command)
    .replace(/\.(?:exe|cmd)$/i, '')
    .toLowerCase()
  const downloads =
    ['npx', 'uvx', 'bunx', 'pnpx'].includes(name) ||
    (['npm', 'pnpm', 'yarn', 'bun', 'uv', 'pipx'].includes(name) && args.some((word) => runners.has(word)))
  return !downloads || args.some((word) => /(?:@|==)v?\d+\.\d+\.\d+/.test(word))
}

const runners = new Set(['exec', 'x', 'dlx', 'run', 'tool'])
