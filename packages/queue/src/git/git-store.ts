import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CodedError, attempt } from '@datacortex/errors'
import { isFolder, patientLimit, runGit, withLock } from '@datacortex/platform'
import type { GitQueueOptions } from '../contract.ts'
import { queueError } from '../errors.ts'

/** Files below a folder of a branch of a remote, by their names in that folder. */
export type GitFiles = ReadonlyMap<string, string>

export type GitFolder = {
  /** What stands there now. */
  readonly read: () => Promise<GitFiles>
  /**
   * Commits to what stands there now, and pushes. Where somebody else pushed first, `make` is asked again about theirs.
   * @param make - The files that become others, undefined for those that go; none for no commit.
   */
  readonly change: <T>(make: (files: GitFiles) => Changed<T>) => Promise<T>
}

export type Changed<T> = {
  readonly result: T
  readonly files: ReadonlyMap<string, string | undefined>
  readonly message: string
}

/**
 * Files of a branch of a remote, which are read and changed beside the work tree.
 * @throws `QUEUE_REPOSITORY_REFUSED` where there is no such remote or branch, `QUEUE_UNAVAILABLE` if it can't be reached.
 * @example await (await openGitFolder({ folder: '/home/ada/notes', branch: 'runs' })).read()
 */
export async function openGitFolder(options: GitQueueOptions): Promise<GitFolder> {
  const { folder, remote = 'origin', branch, path = '.datacore/queue', signal } = options
  const git = async (args: readonly string[], input?: string): Promise<string> =>
    // The settings of the user know how to reach the remote. Nothing is tidied up beside it.
    await runGit(['-c', 'maintenance.auto=false', '-c', 'gc.auto=0', ...args], {
      directory: folder,
      timeoutMs: patientLimit(60_000),
      isUsers: true,
      signal,
      input,
    })
  const refuse = (reason: string): never => {
    throw queueError('QUEUE_REPOSITORY_REFUSED', { place: folder, reason })
  }
  const unavailable = (error: unknown): never => {
    signal?.throwIfAborted()
    if (CodedError.is(error) || !(error instanceof Error)) throw error
    throw queueError('QUEUE_UNAVAILABLE', { place: folder, reason: error.message }, { cause: error })
  }
  if (![remote, branch, path].every((name) => /^[\w.][\w./-]*$/.test(name) && !/\.\.|\/$|\/\/|\.lock$/.test(name)))
    refuse('remote, branch and path have names that git could take for something else')
  if (!(await isFolder(folder))) refuse('there is no such folder')
  const gitFolder = (await git(['rev-parse', '--absolute-git-dir']).catch(() => refuse('it is no repository'))).trim()
  await git(['remote', 'get-url', '--', remote]).catch(() => refuse(`it has no remote ${remote}`))
  /** Points at what is about to be pushed. */
  const ref = `refs/datacortex/${branch}`
  let known: { readonly commit: string; readonly hashes: ReadonlyMap<string, string>; readonly files: GitFiles }
  known = { commit: '', hashes: new Map(), files: new Map() }

  const fetched = async (): Promise<string> => {
    await git(['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--', remote, `refs/heads/${branch}`]).catch(
      (error: unknown) => {
        if (error instanceof Error && /couldn't find remote ref/i.test(error.message))
          refuse(`its remote ${remote} has no branch ${branch}`)
        return unavailable(error)
      },
    )
    const [commit] = /^\w+/.exec(await readFile(join(gitFolder, 'FETCH_HEAD'), 'utf8').catch(unavailable)) ?? []
    return commit ?? unavailable(new Error('another fetch has begun'))
  }

  /** Only files that were not read before are. */
  const look = async (): Promise<GitFiles> => {
    const commit = await fetched()
    if (commit === known.commit) return known.files
    const listed = await git(['ls-tree', '-r', '-z', commit, '--', `${path}/`]).catch(unavailable)
    const hashes = new Map(
      [...listed.matchAll(/100644 blob (\w+)\t([^\0]*)\0/g)].map(([, hash = '', name = '']) => [
        name.slice(path.length + 1),
        hash,
      ]),
    )
    const texts = new Map([...known.hashes].map(([name, hash]) => [hash, known.files.get(name) ?? '']))
    const wanted = [...new Set(hashes.values())].filter((hash) => !texts.has(hash))
    for (let from = 0; from < wanted.length; from += 16) {
      const part = wanted.slice(from, from + 16)
      const said = Buffer.from(
        await git(['cat-file', '--batch'], part.map((hash) => `${hash}\n`).join('')).catch(unavailable),
      )
      let at = 0
      for (const hash of part) {
        const head = said.indexOf('\n', at)
        const size = Number(said.toString('utf8', at, head).split(' ')[2])
        texts.set(hash, said.toString('utf8', head + 1, head + 1 + size))
        at = head + 2 + size
      }
    }
    known = { commit, hashes, files: new Map([...hashes].map(([name, hash]) => [name, texts.get(hash) ?? ''])) }
    return known.files
  }

  const push = async (changed: Changed<unknown>): Promise<void> => {
    const blob = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
    const lines = [...changed.files].map(([name, text]) =>
      text === undefined ? `D ${path}/${name}\n` : `M 100644 inline ${path}/${name}\n${blob(text)}`,
    )
    // Two that do the same at the same time would make one commit, and both would take it for theirs.
    const message = blob(`${changed.message}\n\n${randomUUID()}`)
    const by = `committer datacortex <datacortex@localhost> ${Math.floor(Date.now() / 1000)} +0000\n`
    const commit = `reset ${ref}\nfrom ${known.commit}\n\ncommit ${ref}\nmark :1\n${by}${message}${lines.join('')}`
    const made = await git(['fast-import', '--quiet', '--force', '--done'], `${commit}\nget-mark :1\ndone\n`)
    await git(['push', '--quiet', '--no-verify', '--', remote, `${ref}:refs/heads/${branch}`])
    const files = new Map(known.files)
    const hashes = new Map(known.hashes)
    for (const [name, text] of changed.files) {
      files.delete(name)
      hashes.delete(name)
      if (text !== undefined) files.set(name, text)
    }
    // What was written is not read again, as long as nobody else writes.
    known = { commit: made.trim(), hashes, files }
  }

  const alone = async <T>(run: () => Promise<T>): Promise<T> =>
    await withLock(join(gitFolder, 'datacortex-queue.lock'), run, { signal, timeoutMs: patientLimit(120_000) })
  return {
    read: async () => await alone(look),
    change: async (make) =>
      await alone(async () => {
        // On top of what was seen last, which the push proves to be the newest; looked at anew if there is nothing to push.
        for (let tries = known.commit === '' ? 1 : 0; ; tries += 1) {
          if (tries > 0) await look()
          const changed = attempt(
            () => make(known.files),
            (error) => {
              if (tries > 0) throw error
            },
          )
          if (changed === undefined || (changed.files.size === 0 && tries === 0)) continue
          if (changed.files.size === 0) return changed.result
          const before = known.commit
          try {
            await push(changed)
            return changed.result
          } catch (error) {
            // Refused for another reason than that somebody else was first.
            if ((await fetched()) === before || tries >= 100) return unavailable(error)
          }
          await wait(Math.random() * 50 * Math.min(tries, 20))
        }
      }),
  }
}
