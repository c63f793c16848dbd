import { dirname, join } from 'node:path'
import { isRecord, recordOf, relativeParts } from '@datacortex/platform'
import { attempt, ifCoded, thrownText } from '@datacortex/errors'
import { textOf, textsOf } from '../formats/field-values.ts'
import type { SkippedFile } from '../formats/file-reading.ts'
import { parseJsonRecord } from '../formats/parse-json-record.ts'

/** A folder that a Claude plugin lives in. Its agents are in `agents/` and at the paths its manifest names. */
export type PluginFolder = {
  readonly name: string
  /** Absolute. */
  readonly directory: string
  /** Absolute; files or folders. */
  readonly agentPaths: readonly string[]
}

/** Plugins, and those that a marketplace lists but that are not here. */
export type PluginReading = {
  readonly plugins: readonly PluginFolder[]
  readonly skipped: readonly SkippedFile[]
  /** Absolute; folders in which Markdown is an agent only if a plugin says so. */
  readonly scopes: readonly string[]
}

/** Reads `.claude-plugin/plugin.json`. One that names no agents, beside no folder of such, says nothing of where agents are. */
export function readPluginManifest(text: string, file: string, hasFolder: (directory: string) => boolean = () => true) {
  const directory = dirname(dirname(file))
  const parsed = parseJsonRecord(text)
  const plugin = pluginFolder(parsed.ok ? parsed.value : {}, directory)
  const isScope = plugin.agentPaths.length > 1 || hasFolder(join(directory, 'agents'))
  return { plugins: [plugin], skipped: parsed.ok ? [] : [broken(parsed, file)], scopes: isScope ? [directory] : [] }
}

/** Reads `.claude-plugin/marketplace.json`: where its plugins lie, and which of them are elsewhere. */
export function readMarketplace(
  text: string,
  { file, hasFolder }: { readonly file: string; readonly hasFolder: (directory: string) => boolean },
): PluginReading {
  const parsed = parseJsonRecord(text)
  if (!parsed.ok) return { plugins: [], skipped: [broken(parsed, file)], scopes: [] }
  const pluginRoot = textOf(recordOf(parsed.value['metadata'])['pluginRoot'])
  const listed: readonly unknown[] = Array.isArray(parsed.value['plugins']) ? parsed.value['plugins'] : []
  const plugins: PluginFolder[] = []
  const skipped: SkippedFile[] = []
  for (const [index, item] of listed.entries()) {
    if (!isRecord(item)) {
      skipped.push({ path: file, reason: `plugin ${index + 1} of the list is no object` })
      continue
    }
    const found = pluginPath(item['source'], pluginRoot)
    const directory = 'path' in found ? join(dirname(dirname(file)), found.path) : undefined
    if (directory !== undefined && hasFolder(directory)) plugins.push(pluginFolder(item, directory))
    else {
      const name = textOf(item['name']) ?? '?'
      const reason = 'path' in found ? `its folder ${found.path} is not here` : found.reason
      const line = lineOf(text, name)
      skipped.push({
        path: file,
        ...(line === undefined ? {} : { line }),
        reason: `plugin ${JSON.stringify(name)}: ${reason}`,
      })
    }
  }
  return { plugins, skipped, scopes: plugins.length === 0 ? [] : [dirname(dirname(file))] }
}

function pluginPath(source: unknown, pluginRoot: string | undefined): { path: string } | { reason: string } {
  if (typeof source !== 'string') {
    const kind = textOf(recordOf(source)['source'])
    return { reason: kind === undefined ? 'it has no source' : `it is elsewhere (${kind}); import it from there` }
  }
  const isRelative = source === '.' || source.startsWith('./')
  const path = isRelative || pluginRoot === undefined ? source : `${pluginRoot.replace(/\/$/, '')}/${source}`
  return attempt(
    () => ({ path: relativeParts(path).join('/') || '.' }),
    (error) => ({ reason: thrownText(error) }),
  )
}

function pluginFolder(manifest: Readonly<Record<string, unknown>>, directory: string): PluginFolder {
  // A path that leaves the plugin is not the plugin's.
  const agentPaths = textsOf(manifest['agents']).flatMap((path) =>
    attempt(() => [join(directory, ...relativeParts(path))], ifCoded([])),
  )
  const name = textOf(manifest['name']) ?? directory.split(/[\\/]/).at(-1) ?? 'plugin'
  return { name, directory, agentPaths: [join(directory, 'agents'), ...agentPaths] }
}

function broken({ line, reason }: { line: number; reason: string }, path: string): SkippedFile {
  return { path, line, reason }
}

function lineOf(text: string, name: string): number | undefined {
  const at = text.search(new RegExp(String.raw`"name"\s*:\s*${RegExp.escape(JSON.stringify(name))}`))
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}
