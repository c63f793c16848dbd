/** Words of WhatsApp itself among the messages, in the languages in which its exports are common. */

/** Between angle brackets, as Android writes it; some languages have had several. */
const omitted = [
  '[^<>]{0,20}(?:omitted|ausgeschlossen|weggelassen|omis|omitid[oa]s?|ocult[oa]s?|omess[io]|weggelaten|utelatt|udeladt|gizlendi|atlanmış)',
  'pominięto [^<>]{0,20}|pliki pominięto|Média vynechán[ay]|Médiá vynechané|Media har utelämnats|Media utelämnat|Uten vedlegg',
  'Без медиафайлов|Файл пропущен|медіа пропущено|Без файл|Media jätettiin pois|Media jätetty pois|Hiányzó médiafájl',
  'Ficheiro não revelado|Medya dahil edilmedi|Εξαίρεση πολυμέσων|Media tidak disertakan|Media disingkirkan|Bỏ qua Media',
  'メディアは含まれていません|メディアなし|省略多媒体文件|省略多媒體檔案|忽略多媒體檔|미디어 파일 제외됨|미디어 파일을 생략한 대화내용',
  'تم استبعاد الوسائط|رسانه حذف شد|המדיה לא נכללה|מדיה הושמטה|मीडिया के बिना|মিডিয়া বাদ দেওয়া হয়েছে|สื่อถูกลบ',
].join('|')

/** In the name of its kind, as phones of Apple write it. */
const omittedByApple = [
  '(?:image|video|video note|audio|sticker|GIF|document|Contact card) omitted',
  '(?:Bild|Video|Videonachricht|Audio|Sticker|GIF|Dokument|Kontaktkarte) weggelassen',
  '(?:image|vidéo|audio|document|sticker|GIF|fiche contact) (?:absente?|omise?)',
  '(?:imagen|Video|audio|documento|sticker|GIF|imagem|vídeo|áudio) (?:omitid[oa]|ocult[oa])',
  '(?:immagine|video|audio|documento|sticker|GIF) omess[oa]',
  '(?:afbeelding|video|audio|document|sticker|GIF) weggelaten',
].join('|')

/** A picture, a sound or a file that was not exported. */
export const media: RegExp = new RegExp(String.raw`^(?:<\s?(?:${omitted})\s?>|${omittedByApple})$`, 'i')

export const deleted: RegExp =
  /^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Ce message a été supprimé|Vous avez supprimé ce message|Se eliminó este mensaje|Este mensaje fue eliminado|Eliminaste este mensaje|Mensagem apagada|Esta mensagem foi apagada|Questo messaggio è stato eliminato|Dit bericht is verwijderd|Данное сообщение удалено|Вы удалили данное сообщение|Tato zpráva byla odstraněna)\.?$/i

export const edited: RegExp =
  /<(?:This message was edited|Diese Nachricht wurde bearbeitet|Ce message a été modifié|Se editó este mensaje|Mensagem editada|Questo messaggio è stato modificato|Dit bericht is bewerkt|Сообщение изменено)>\s*$/i

/** The first message of every chat, which phones of Apple write in the name of the chat. */
export const encryption: RegExp =
  /end-to-end encrypted|Ende-zu-Ende-verschlüsselt|chiffrés? de bout en bout|cifrad[oa]s de extremo a extremo|criptografia de ponta a ponta|crittografia end-to-end|end-to-end versleuteld/i
