/** Words with which readers search for a page, and which its title and description do not contain, by the name of the page. */
export const READER_WORDS: Record<string, string> = {
  ci: 'github actions gitlab jenkins unit',
  'coming-from': 'difference versus vs alternatives sdk',
  command: 'cli locally',
  costs: 'cheap expensive money',
  diagnose: 'stuck stays creating hangs troubleshooting debug',
  'language-models': 'llama chat chatbot openai',
  monitoring: 'slack email notify notified notifications observability',
  'multi-model': 'multiple several two',
  sizing: 'choose which instance type faster slow',
};
