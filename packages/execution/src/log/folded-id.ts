/** An id of an execution as it is compared: it names files, and many disks don't tell large letters from small ones. */
export function foldedId(id: string): string {
  return id.toLowerCase()
}
