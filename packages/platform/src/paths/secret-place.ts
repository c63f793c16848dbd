/**
 * Why a path is never read into a context or an index, whoever asks for it: the secrets of the space, files in which
 * programs keep keys, git's own folder, and what the program keeps of agents' runs.
 *
 * @param path - Relative to the space, or absolute if it lies elsewhere; `/` between the parts.
 * @returns Undefined for every other path.
 * @example secretPlace('.datacore/env/SERPAPI_KEY') // 'it holds secrets, which are never loaded'
 */
export function secretPlace(path: string): string | undefined {
  // Some file systems don't tell upper from lower case.
  const parts = path.normalize('NFKC').toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  const below = (folder: string): boolean =>
    parts.some((part, index) => part === '.datacore' && parts[index + 1] === folder)
  const isSecret = below('env') || parts.some((part) => secretFolders.has(part)) || secretNames.test(name)
  if (isSecret) return 'it holds secrets, which are never loaded'
  // Answers, memories and excerpts of agents that may be shown more; no path says how closed each of them is.
  if (below('state') || below('cache')) return 'it holds what other agents did and were shown, which is never loaded'
  return parts.includes('.git') ? 'it belongs to git, not to the space' : undefined
}

const secretFolders: ReadonlySet<string> = new Set(['.ssh', '.gnupg', '.aws', '.kube'])
const secretNames =
  /^(?:\.env(?:\..+)?|\.netrc|\.npmrc|\.pypirc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|keystore|jks|kdbx))$/
