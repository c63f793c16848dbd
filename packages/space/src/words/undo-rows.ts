/**
 * How to take back what a command wrote.
 * @param undo - The name of the run; undefined if it wrote nothing.
 * @example undoRows('note-2026-01-31-407316552')
 */
export function undoRows(undo: string | undefined): readonly (readonly string[])[] {
  return undo === undefined ? [] : [['undo', `datacortex undo ${undo}`]]
}
