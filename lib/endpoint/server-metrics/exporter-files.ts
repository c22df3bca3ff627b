import { assetPath } from '../../files/assets';
import { readFolder } from '../../model/folder/folder-content';
import { METRICS_EXPORTER } from '../../model/server/metrics-exporter';
import { RepositoryFile } from '../../artifacts/repository-file';

/** The files of the metrics exporter in a model repository. */
export function exporterFiles(): RepositoryFile[] {
  return readFolder(assetPath('server-metrics')).files.map((file) => ({
    ...file,
    path: `${METRICS_EXPORTER}/${file.path}`,
  }));
}
