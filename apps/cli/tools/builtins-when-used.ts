import { isBuiltin } from 'node:module'
import type { Plugin } from 'rolldown'

/** Lets a bundle ask Node for what it has built in, in place of importing it. */
export function builtinsWhenUsed(): Plugin {
  return {
    name: 'builtins-when-used',
    // Commander can start programs beside it as subcommands. There are none.
    resolveId: (source, importer = '') =>
      source === 'node:child_process' && importer.includes('/node_modules/commander/') ? childProcess : undefined,
    load: (id) =>
      id === childProcess ? `export default { spawn: (...args) => ${asked(id.slice(1))}.spawn(...args) }` : undefined,
    renderChunk: (code) =>
      code.replaceAll(imports, (line, names: string, source: string) =>
        isBuiltin(source) ? declared(names, source) : line,
      ),
  }
}

const childProcess = '\0node:child_process'

const imports = /^import ([^'"*]+) from "([^"]+)";$/gm

/** `one, { two as three }` of an import, as constants. */
function declared(names: string, source: string): string {
  return Array.from(
    names.matchAll(/\{.*\}|[\w$]+/g),
    ([one]) => `const ${one.replaceAll(' as ', ': ')} = ${asked(source)};`,
  ).join(' ')
}

function asked(source: string): string {
  return `process.getBuiltinModule("${source}")`
}
