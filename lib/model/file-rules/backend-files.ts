import { FileRule } from './local-model';

export const backendFileRules: FileRule[] = [
  {
    id: 'backend.required',
    *check({ backend, config, versions, files }) {
      const { name, platform, default_model_filename: fileName } = config;
      if (backend.name || platform || fileName || versions.length === 0) return;
      // Triton takes what is behind the first dot of a model's name for the backend.
      if (name.includes('.')) return;
      const folders = files.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0]);
      const [first] = folders.sort();
      const found = files.filter(({ path }) => path.startsWith(`${first}/`)).map(({ path }) => path);
      yield {
        field: 'backend',
        message:
          `neither backend nor platform is given, and Triton knows no backend by the files ${found.slice(0, 5).join(', ')}` +
          `${found.length > 5 ? ', …' : ''}; name the backend, e.g. backend: 'onnxruntime'`,
      };
    },
  },
];
