/** Words for the search of the site: a page is found by the words of its row on the front page, and by words that only readers use. */
import * as fs from 'fs';
import * as path from 'path';
import { sitePathOf } from './links';
import { sectionsOf } from './navigation';

/** Words that readers search for in addition to the words on the pages. */
const WORDS: Record<string, string> = {
  'bring-a-model':
    'import convert save my own model huggingface hub transformers pytorch onnx bert resnet torchscript keras tensorflow max_batch_size',
  'multi-model': 'many several models one endpoint multi model mme add second model',
  'language-models': 'llm large language model vllm tensorrt-llm llama chat openai stream streaming tokens generate',
  'first-deployment':
    'first deployment permissions iam policy to deploy quota limit error exceeded how long delete the endpoint destroy bootstrap capacity insufficient production',
  'call-the-endpoint': 'invoke call predict inference request client boto3 python javascript curl lambda api binary',
  ci: 'ci cd github actions gitlab pipeline test snapshot assertions stages accounts promote',
  security: 'private vpc subnet security group kms encryption key network isolation data capture',
  scaling: 'autoscaling auto scaling scale out in number of instances count capacity schedule',
  updates: 'rollback roll back update canary linear rolling blue green alarm traffic zero downtime',
  asynchronous: 'async queue scale to zero instances serverless batch large payload long requests timeout sqs sns s3',
  diagnose:
    'troubleshoot debug error failed failure container did not pass the ping health check logs stuck hang out of memory endpoint not start driver',
  sizing:
    'benchmark size load test latency throughput instance type choose dynamic batching inference recommender performance',
  engines: 'tensorrt engine build compile plan trtexec fp16 int8 gpu fast',
  costs: 'how much does it cost costs price prices pricing money cheap cheaper expensive save delete the endpoint idle',
  endpoint: 'properties props defaults options settings configure max_batch_size',
  command: 'cli command line check local init load triton-check pre-commit docker run on my machine',
  images: 'image container ecr docker version release gpu driver cuda inference ami',
  cpu: 'cpu no gpu without a gpu c6i m6i openvino',
  server: 'server settings environment variables ab test shadow variant weights sequence grant invoke permissions',
  monitoring: 'alarm p99 p50 latency metrics dashboard cloudwatch logs notifications sns objective slo',
  'smoke-test': 'smoke test probe load test requests check responses examples canary synthetic',
  'model-files': 'upload s3 assets model files git lfs weights large archive tar gz lock',
  python: 'python pip install wheel mypy pyright names snake case venv',
  compliance: 'cdk-nag cdk nag hipaa pci nist compliance findings',
  'how-it-works': 'what is what does mean glossary terms definition fleet variant architecture concepts',
  'coming-from':
    'compare comparison alternatives migrate migration versus vs sagemaker sdk terraform kserve truss alpha',
  upgrades: 'upgrade version versions compatibility breaking changes node aws-cdk-lib semantic',
  'supported-repositories': 'supported backends models dali fil openvino',
  'getting-started': 'install start quickstart hello world first stack npm pip python typescript',
  tutorial: 'tutorial walkthrough step by step example end to end',
};

/** The words of each page on the front page, by the name of the page. */
export function wordsOfPages(): Record<string, string[]> {
  return Object.fromEntries(
    sectionsOf('docs/README.md').flatMap(({ pages }) =>
      pages.map(({ title, source, description }) => {
        const name = nameOf(source);
        const words = `${title} ${description} ${WORDS[name] ?? ''}`.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
        return [name, [...new Set(words)]];
      }),
    ),
  );
}

/** The name of a page in the search index. */
export function nameOf(source: string): string {
  return (sitePathOf(source) ?? source).replace(/\.md$/, '');
}

/** Writes scorer.js with the words of the pages into a folder. */
if (require.main === module) {
  const scorer = fs.readFileSync(path.join(__dirname, 'scorer.js'), 'utf8');
  const folder = path.resolve(process.argv[2]);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'scorer.js'), `const PAGE_WORDS = ${JSON.stringify(wordsOfPages())};\n${scorer}`);
}
