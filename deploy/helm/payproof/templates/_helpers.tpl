{{/* Labels of an object. Input: name, component, root. */}}
{{- define "payproof.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/component: {{ .component }}
{{ include "payproof.releaseLabels" .root }}
{{- end }}

{{/* Labels that name the release. */}}
{{- define "payproof.releaseLabels" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Reference of an image. Input: image (key of .Values.images), root. */}}
{{- define "payproof.image" -}}
{{- $image := index .root.Values.images .image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* Fields of every pod that limit what it may do. Input: seccompProfile and userNamespace of a role, or nothing. */}}
{{- define "payproof.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- if .userNamespace }}
hostUsers: false
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    {{- if .seccompProfile }}
    type: Localhost
    localhostProfile: {{ .seccompProfile }}
    {{- else }}
    type: RuntimeDefault
    {{- end }}
terminationGracePeriodSeconds: 60
{{- end }}

{{- define "payproof.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Scheduling and registry credentials of every pod. Input: root. */}}
{{- define "payproof.scheduling" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Settings that name the secret files of a role. Input: the role, with `sendsTexts`. */}}
{{- define "payproof.secretSettings" -}}
{{- if has "store" .secrets -}}
- name: S3_ACCESS_KEY_FILE
  value: /run/secrets/payproof/s3-access-key
- name: S3_SECRET_KEY_FILE
  value: /run/secrets/payproof/s3-secret-key
{{- end }}
{{- if has "catalogue" .secrets }}
- name: CATALOGUE
  value: /run/secrets/payproof/catalogue.json
{{- end }}
{{- if has "mail" .secrets }}
- name: SMTP_URL_FILE
  value: /run/secrets/payproof/smtp-url
{{- if .sendsTexts }}
- name: SMS_GATEWAY_TOKEN_FILE
  value: /run/secrets/payproof/sms-gateway-token
{{- end }}
{{- end }}
{{- if not (has "store" .secrets) }}
# The api and the dispatcher apply the ledger of erasures before they serve requests or hand out tasks.
- name: ERASURE_LEDGER
  value: none
{{- end }}
{{- end }}

{{/* Keys of the secret that a role may read. Input: the role, with `sendsTexts`. */}}
{{- define "payproof.secretFiles" -}}
- { key: database-url, path: database-url }
- { key: nats-url, path: nats-url }
- { key: root-key, path: root-key }
- { key: metrics-token, path: metrics-token }
{{- if has "store" .secrets }}
- { key: s3-access-key, path: s3-access-key }
- { key: s3-secret-key, path: s3-secret-key }
{{- end }}
{{- if has "catalogue" .secrets }}
- { key: catalogue.json, path: catalogue.json }
{{- end }}
{{- if has "mail" .secrets }}
- { key: smtp-url, path: smtp-url }
{{- if .sendsTexts }}
- { key: sms-gateway-token, path: sms-gateway-token }
{{- end }}
{{- end }}
{{- end }}
