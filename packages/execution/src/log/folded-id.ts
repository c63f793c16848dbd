/**
 * An id of an execution as it is compared: it names files, and many disks don't tell large letters from small ones.
 *
 * @example foldedId('Exec-1') === foldedId('exec-1')
 */
export function foldedId(id: string): string {
  return id.toLowerCase()
}
