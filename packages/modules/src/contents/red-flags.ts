import type { ModuleFiles } from './module-files.ts'
import type { ModulePackage } from './module-package.ts'

const nativeFile = /\.(?:node|so|dylib|dll|exe|a|o)$|(?:^|\/)binding\.gyp$/i
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']

/**
 * What a person should see before saying yes: native code, and commands that other programs would run. None of these
 * commands is ever run here.
 */
export function findRedFlags({
  files,
  manifest,
  packageFile,
}: {
  readonly files: ModuleFiles
  /** The parsed module.yaml, whole: Datacore's own keys matter here. */
  readonly manifest: unknown
  readonly packageFile: ModulePackage | undefined
}): readonly string[] {
  const native = [...files.keys()].filter((path) => nativeFile.test(path)).map((path) => `native code: ${path}`)
  const scripts = installScripts
    .filter((name) => packageFile?.scripts?.[name] !== undefined)
    .map((name) => `install script (not run): ${name}: ${shown(packageFile?.scripts?.[name])}`)
  const postInstall = field(field(manifest, 'hooks'), 'post_install')
  const shell = postInstall === undefined ? [] : [`shell command (not run): post_install: ${shown(postInstall)}`]
  return [...native, ...scripts, ...shell, ...serverCommands(manifest)]
}

function serverCommands(manifest: unknown): readonly string[] {
  const servers = field(field(manifest, 'requires'), 'mcp_servers')
  if (typeof servers !== 'object' || servers === null) return []
  return Object.entries(servers).map(([name, server]) => {
    const args = field(server, 'args')
    const words = [field(server, 'command'), ...(Array.isArray(args) ? args : [])]
    return `MCP server (not started): ${name}: ${shown(words.map(String).join(' '))}`
  })
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1] ?? undefined
}

/** In one line, with control characters and text direction marks made visible. */
function shown(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
