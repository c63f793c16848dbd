/**
 * A name as the least careful file system compares it: without case, width and invisible characters.
 * @example foldedName('Ｒeadme') // 'readme'
 */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFKC')
}
