/** Hides the user names, the passwords and the parameters, such as tokens, in the URLs of a text. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/(?<=:\/\/)[^\s'"`]*@/g, '****@').replaceAll(/(:\/\/[^\s'"`?)]*\?)[^\s'"`)]*/g, '$1****');
}
