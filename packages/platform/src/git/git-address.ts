import { basename } from 'node:path/posix'
import { platformError } from '../errors.ts'
import { relativeParts } from '../paths/resolve-inside.ts'

export type GitAddress = {
  /** As git takes it. */
  readonly url: string
  /** Branch, tag or whole hash of a commit; the default branch if absent. */
  readonly ref?: string | undefined
  /** Below the root of the repository, with `/` between the parts. */
  readonly folder?: string | undefined
  /** Last part of its address, without `.git`. */
  readonly name: string
}

/**
 * Whether a text names something elsewhere, and no path.
 * @param text - As a person gave it.
 * @example isAddress('github:ada/agents') // true
 */
export function isAddress(text: string): boolean {
  return /^(?:github:|ext::|[a-z][a-z\d+.-]+:\/\/|[\w.-]+@[\w.-]+:(?!\/\/))/i.test(text)
}

/**
 * Understands the address of a git repository: `github:owner/repo[/folder]@ref`, or an https, ssh or file address with
 * `#ref:folder`.
 * @param text - As a person gave it.
 * @returns Undefined for paths, and for addresses of pages and single files.
 * @throws `FETCH_REFUSED` for another protocol, and for parts that git or ssh would take for options.
 * @example gitAddress('github:ada/agents/writers@v2')?.folder // 'writers'
 */
export function gitAddress(text: string): GitAddress | undefined {
  const plain = text
    .replace(/^git\+(?=\w+:\/\/)/, '')
    .replace(/^https:\/\/github\.com\/([^/]+\/[^/]+)\/tree\/([^/]+)(\/.*)?$/, 'github:$1$3@$2')
  const refuse = (reason: string): never => {
    throw platformError('FETCH_REFUSED', { url: text, reason, hint })
  }
  if (!isAddress(plain) || /^https?:[^#]*\.(?:json|md|ya?ml|toml|html?|txt)$/i.test(plain)) return undefined
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f]/.test(plain)) refuse('it has blanks or control characters')
  const [, repository, below, hubRef] = /^github:([\w.-]+\/[\w.-]+)(\/[^@#]*)?(?:[@#](.+))?$/.exec(plain) ?? []
  const [, other = '', tag] = /^([^#]+?)(?:(?:#|(?<=\.git)@)(.*))?$/.exec(plain) ?? []
  const url = repository === undefined ? other : `https://github.com/${repository.replace(/\.git$/, '')}.git`
  if (!/^(?:https|ssh|file):\/\/|^[\w.-]+@(?!file:|npm:|ext:)[\w.-]+:(?!\/\/|:)/.test(url))
    return refuse('only https, ssh and file addresses of git repositories are fetched')
  if (/^https:\/\/[^/]*@|^\w+:\/\/[^/]*:[^/]*@/.test(url)) refuse('it has a user or a password in it')
  const [ref, folder = ''] = repository === undefined ? (tag ?? '').split(':', 2) : [hubRef, below]
  // A host that begins with a hyphen would be an option of ssh.
  if (/^-|^[^:]*:-/.test(ref ?? '') || /^\w+:\/\/(?:[^/]*@)?-|@-|:-/.test(url))
    refuse('a part of it begins with a hyphen')
  const parts = folder.split('/').filter((part) => part !== '')
  return {
    url,
    ...(ref ? { ref } : {}),
    ...(parts.length === 0 ? {} : { folder: relativeParts(parts.join('/')).join('/') }),
    name: nameIn(url),
  }
}

/** As a folder can be called anywhere. */
function nameIn(url: string): string {
  const last = basename(url.replace(/[/:]+$/, '')).replace(/^.*:|\.git$/g, '')
  return last.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'repository'
}

const hint = 'Such as github:owner/repo/folder@tag, https://example.org/agents.git#tag or git@example.org:agents.git.'
