// The names of 三国 in English, as huarong/library/labels.py has them.

const ENGLISH = { 曹操: 'Cao Cao', 关羽: 'Guan Yu', 张飞: 'Zhang Fei', 赵云: 'Zhao Yun', 马超: 'Ma Chao', 黄忠: 'Huang Zhong',
  魏延: 'Wei Yan', 姜维: 'Jiang Wei', 关平: 'Guan Ping', 周仓: 'Zhou Cang', 卒: 'Soldier' };

export const english = (label) => ENGLISH[label] ?? (/^卒\d+$/.test(label) ? `Soldier ${label.slice(1)}` : label);
