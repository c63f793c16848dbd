import { isAbsolute, relative, resolve, sep } from 'node:path'

/** A note as it was named; a path that begins as shells complete it, `./a.md` or `/desk/a.md`, is that file and no other one. */
export function noteHere(name: string, { root }: { readonly root: string }): string {
  if (!isAbsolute(name) && !/^\.\.?[/\\]/.test(name)) return name
  const path = relative(root, resolve(name))
  return path.startsWith('..') || isAbsolute(path) ? name : path.replaceAll(sep, '/')
}
